/** A value that only the host can evaluate: `!!js` in a layer. */
export class Expression {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }
}

/** Whether there is one anywhere inside. */
export function holdsExpression(value: unknown): boolean {
  if (value instanceof Expression) return true
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsExpression)
}
