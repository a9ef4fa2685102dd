import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const program = `
  import { setTimeout as wait } from 'node:timers/promises'
  import { giveMemoryBack } from '#server/memory.ts'
  const used = () => process.memoryUsage().heapTotal / 1024 / 1024
  giveMemoryBack(1_000)
  let rows = Array.from({ length: 1_000_000 }, (_, number) => ({ number, title: 'Chapter ' + number }))
  const busy = used()
  rows = undefined
  const deadline = Date.now() + 15_000
  while (used() > busy / 2 && Date.now() < deadline) await wait(200)
  console.log(JSON.stringify({ busy, settled: used() }))
`

test('gives unused memory back when it is quiet', { timeout: 30_000 }, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
  const { busy, settled } = JSON.parse(stdout)
  expect(settled).toBeLessThan(busy / 2)
})
