/** The baseline of a start: what no part of the demo can do without. */
await import('@deepseek-ai/cordis')
await import('@deepseek-ai/dsh-user-questions')
process.stdout.write('[up]\n', () => process.exit(0))
