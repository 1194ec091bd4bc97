/** Values of options, read and refused alike by every command line of ours. */
import { InvalidArgumentError } from 'commander'

type Read<Value> = (text: string) => Value

export function wholeNumber(least: number, most: number): Read<number> {
  return (text) => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= least && value <= most) return value
    throw new InvalidArgumentError(`give a whole number from ${least} to ${most}`)
  }
}

export function oneOf<Value extends string>(...values: readonly Value[]): Read<Value> {
  return (text) => {
    const value = values.find((each) => each === text)
    if (value !== undefined) return value
    throw new InvalidArgumentError(`give ${values.slice(0, -1).join(', ')} or ${values.at(-1)}`)
  }
}
