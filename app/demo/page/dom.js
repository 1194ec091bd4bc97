/** Making elements. Text always becomes text nodes: nothing here reads markup. */

/**
 * @param {string} tag
 * @param {Record<string, string | number | boolean | EventListener | undefined>} attributes functions under `on…` are
 *   listeners, `undefined` and `false` leave an attribute out, `true` sets it empty
 * @param {...(Node | string | undefined)} children
 */
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') node.addEventListener(name.slice(2), value)
    else if (value !== undefined && value !== false) node.setAttribute(name, value === true ? '' : String(value))
  }
  node.append(...children.filter((child) => child !== undefined))
  return node
}

/** The page's own element of that id. */
export function byId(id) {
  const node = document.getElementById(id)
  if (node === null) throw new Error(`The page has no #${id}`)
  return node
}
