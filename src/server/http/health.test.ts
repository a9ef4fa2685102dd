import perfHooks from 'node:perf_hooks'
import { expect, test, vi } from 'vitest'
import { given } from '#server/testing/given.ts'

test('the metrics count the calls of this app, and measure the process once, however many apps it has had', async () => {
  const other = await given()
  await other.anyone().get('/categories-of-nobody')
  const watch = vi.spyOn(perfHooks, 'monitorEventLoopDelay')
  const observe = vi.spyOn(perfHooks.PerformanceObserver.prototype, 'observe')
  const { app } = await given()
  await app.inject({ url: '/healthz' })
  expect([watch.mock.calls.length, observe.mock.calls.length]).toEqual([0, 0])
  const { statusCode, payload } = await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
  expect(statusCode).toBe(200)
  const lines = payload.split('\n')
  expect(lines.filter((line) => /^nodejs_eventloop_lag_seconds /.test(line))).toHaveLength(1)
  expect(lines.filter((line) => line.startsWith('http_request_duration_seconds_count'))).toEqual([
    'http_request_duration_seconds_count{method="GET",route="/healthz",status="200"} 1',
  ])
  expect(lines).toContain('sockets_open 0')
  watch.mockRestore()
  observe.mockRestore()
})
