import { afterEach, expect, test } from 'vitest'
import type { DeviceState } from '#chat/encryption/web/encryption.ts'
import { makeStore } from '#web/api/store.ts'
import { warnBeforeClosing } from './warnBeforeClosing.ts'

let stop = () => {}
afterEach(() => stop())

const asks = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('the page of the recovery device asks before closing while messages wait', () => {
  const [device, unsent] = [makeStore<DeviceState>('none'), makeStore(1)]
  stop = warnBeforeClosing(device, unsent)
  expect(asks()).toBe(false)
  device.set('recovery')
  expect(asks()).toBe(true)
  unsent.set(0)
  expect(asks()).toBe(false)
  unsent.set(2)
  expect(asks()).toBe(true)
  stop()
  expect(asks()).toBe(false)
})

test('a person’s own device does not ask, since waiting messages are stored', () => {
  const device = makeStore<DeviceState>('ready')
  stop = warnBeforeClosing(device, makeStore(3))
  expect(asks()).toBe(false)
  device.set('recovery')
  expect(asks()).toBe(true)
})
