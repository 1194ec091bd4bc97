import { PassThrough } from 'node:stream'
import { expect, it, onTestFinished } from 'vitest'
import { createPrompt, Interrupted } from '../../../app/setup/prompt.ts'

function open() {
  const [input, output] = [new PassThrough(), new PassThrough({ encoding: 'utf8' })]
  let shown = ''
  output.on('data', (text: string) => { shown += text })
  const prompt = createPrompt({ input, output })
  onTestFinished(() => prompt.close())
  return { prompt, type: (text: string) => void input.write(text), end: () => void input.end(), shown: () => shown }
}

it('takes one line for one question: what was pasted behind it answers no later one', async () => {
  const { prompt, type } = open()
  const first = prompt.ask('one? ')
  type('a\ry\rrest')
  expect(await first).toBe('a')
  const second = prompt.ask('sure? ')
  const early = await Promise.race([second, new Promise((resolve) => { setTimeout(resolve, 50, 'still asked') })])
  expect(early).toBe('still asked')
  type('n\r')
  expect(await second).toBe('n')
})

it('shows nothing of a hidden line, not when it is edited and not afterwards', async () => {
  const { prompt, type, shown } = open()
  const hidden = prompt.ask('secret? ', { hidden: true })
  type('hunter\u007f\u007f\u001b[D\u001b[C2\u001b[A\r')
  expect(await hidden).toBe('hunt2')
  const next = prompt.ask('name? ')
  // Up asks for what was typed before.
  type('\u001b[Ax\r')
  expect(await next).toBe('x')
  expect(shown()).not.toMatch(/hunt|nter/)
  expect(shown()).toContain('secret? \nname? ')
})

it.each<[string, (opened: ReturnType<typeof open>) => void]>([
  ['^C', ({ type }) => type('\u0003')],
  ['^D', ({ type }) => type('\u0004')],
  ['the end of the terminal', ({ end }) => end()],
])('ends every question on %s, and asks none afterwards', async (_title, leave) => {
  const opened = open()
  const asked = opened.prompt.ask('one? ')
  leave(opened)
  await expect(asked).rejects.toThrow(Interrupted)
  await expect(opened.prompt.ask('two? ')).rejects.toThrow(Interrupted)
  expect(opened.prompt.left.aborted).toBe(true)
})
