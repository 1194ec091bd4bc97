import { expect, it } from 'vitest'
import { titlesOf } from './titles.ts'

it('reads titles from the outside in, with placeholders as they are, and none of a test that is skipped', () => {
  const source = `
    describe('a house', () => {
      it.each<[string]>([['it(\\'x\\')']])('has %s', () => {})
      describe.each(sizes)('of %i rooms', (rooms) => { it('is the owner\\'s', () => { it('never', () => {}) }) })
      it.skip('has a roof', () => {})
    })
    test(\`stands in \${place}\`, () => {})
    export function describeDoor(name: string): void { describe(\`\${name} is a door\`, () => { it('opens', () => {}) }) }`
  expect(titlesOf('house.test.ts', source)).toEqual([
    'a house › has %s', 'a house › of %i rooms › is the owner\'s', 'stands in ${place}', '${name} is a door › opens',
  ])
})
