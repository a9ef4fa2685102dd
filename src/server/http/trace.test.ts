import { expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'

const [traceId, spanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']

const logged = async (traceparent: string): Promise<Record<string, unknown>> => {
  const lines: string[] = []
  const app = await given({ logLevel: 'info' }, { logTo: { write: (line) => void lines.push(line) } })
  const { status } = await app.anyone().get('/customization', { headers: { traceparent } })
  expect([status, lines.length]).toEqual([200, 1])
  return JSON.parse(lines.join(''))
}

test('the log names the trace that a call belongs to', async () => {
  expect(await logged(`00-${traceId}-${spanId}-01`)).toMatchObject({ traceId, spanId, path: '/api/customization' })
})

test.each([
  ['capital letters', `00-${traceId.toUpperCase()}-${spanId}-01`],
  ['a trace of zeros', `00-${'0'.repeat(32)}-${spanId}-01`],
  ['a span of zeros', `00-${traceId}-${'0'.repeat(16)}-01`],
  ['an unknown version', `ff-${traceId}-${spanId}-01`],
  ['something after it', `00-${traceId}-${spanId}-01-asha@example.org`],
  ['any text', 'asha@example.org'],
])('the log has nothing of a traceparent with %s, and the call works', async (_, traceparent) => {
  const line = JSON.stringify(await logged(traceparent))
  expect(line).not.toContain('traceId')
  expect(line).not.toContain('asha')
})
