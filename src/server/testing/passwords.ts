import argon2 from '@node-rs/argon2'
import { type MockInstance, onTestFinished, vi } from 'vitest'

/** Watches, until the end of the test, how passwords are compared with hashes. */
export const watchVerify = (): MockInstance<typeof argon2.verify> => {
  const verify = vi.spyOn(argon2, 'verify')
  onTestFinished(() => verify.mockRestore())
  return verify
}
