/** Host and router of the demo, without a screen and without Feishu, from the published files in the folder `PUBLISHED`. */
const folder = process.env['PUBLISHED']
const { createStage }: typeof import('../../../app/demo/stage.ts') = await import(`${folder}app/demo/stage.js`)
await createStage()
process.stdout.write('[up]\n', () => process.exit(0))
