import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isLoopback } from './publicAddress.ts'

test.each([
  'http://localhost:5000',
  'https://LOCALHOST',
  'http://localhost.',
  'http://carrel.localhost:5000',
  'http://127.0.0.1:5000',
  'http://127.255.3.4',
  'http://127.1',
  'http://2130706433',
  'http://0.0.0.0:5000',
  'http://[::1]:5000',
  'http://[::]:5000',
  'http://[::ffff:127.0.0.1]',
])('%s is reachable only from its own machine', (address) => {
  expect(isLoopback(new URL(address).hostname)).toBe(true)
})

test.each([
  'http://192.168.1.20:5000',
  'http://10.0.0.1',
  'http://hall-pc:5000',
  'http://hall.local',
  'https://localhost.example.org',
  'https://notlocalhost',
  'http://128.0.0.1',
  'http://[fe80::1]',
  'https://library.example.org',
])('%s is reachable by others', (address) => {
  expect(isLoopback(new URL(address).hostname)).toBe(false)
})

/** They compare an origin with that of the page or of the call, and give none to anyone. */
const comparing = [
  'src/web/ui/useLeaveGuard.ts',
  'src/web/worker/worker.ts',
  'src/web/api/socket.ts',
  'src/web/shell/outgoingLinks.ts',
  'src/server/realtime/hub.ts',
  'src/server/http/bareReplies.ts',
]

test('only the one helper makes an address for others of the address of the page or of the Host header', () => {
  const files = globSync('src/**/*.{ts,tsx}').map((file) => file.replaceAll('\\', '/'))
  const making = files.filter(
    (file) =>
      !/\.test\.|\/testing\//.test(file) &&
      /\blocation\.(?:origin|host)\b|headers\.host\b|request\.host\b/.test(readFileSync(file, 'utf8')),
  )
  expect(making.toSorted()).toEqual([...comparing, 'src/web/shell/usePublicAddress.ts'].toSorted())
})
