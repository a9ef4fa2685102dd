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
])('%s is reached from its own machine alone', (address) => {
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
])('%s is reached by others', (address) => {
  expect(isLoopback(new URL(address).hostname)).toBe(false)
})
