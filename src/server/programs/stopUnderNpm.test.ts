import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

const module = new URL('../../../scripts/endWithParent.mjs', import.meta.url).href

const program = `
  import { endWithParent } from ${JSON.stringify(module)}
  endWithParent()
  process.on('SIGTERM', () => { console.log('told to stop'); process.exit(0) })
  setTimeout(() => process.exit(1), 20_000)
  console.log('running')
`

// npm starts a script like this: through a shell that a SIGTERM ends without being passed on.
test('stops a server whose shell was stopped by npm', async () => {
  const shell = spawn('sh', ['-c', '"$0" --input-type=module --eval "$1"; exit $?', process.execPath, program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  shell.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  await expect.poll(() => said, { timeout: 10_000 }).toBe('running\n')
  shell.kill('SIGTERM')
  await once(shell, 'exit')
  await expect.poll(() => said, { timeout: 5_000 }).toBe('running\ntold to stop\n')
})
