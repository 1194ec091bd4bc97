/** The product as it is published, in few files. All else that the bench imports is compiled file by file. */
export function published(path: string): URL {
  return new URL(`../../../../../lib/${path}`, import.meta.url)
}
