import * as z from 'zod/mini'
import { isLoopback } from '#contract/publicAddress.ts'
import { oneOf } from './config.fields.ts'

/** Settings of the update check. */
export const updateVariables = {
  UPDATE_CHECK: z._default(oneOf(['on', 'off']), 'off'),
  UPDATE_URL: z.optional(z.string()),
}

const isSafe = (address: string): boolean => {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  return (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) && username === '' && password === ''
}

/** Returns the sentence about settings that do not work. */
export const updateMistake = ({ UPDATE_CHECK, UPDATE_URL }: { UPDATE_CHECK: 'on' | 'off'; UPDATE_URL?: string | undefined }) => {
  if (UPDATE_URL !== undefined && !isSafe(UPDATE_URL)) return 'UPDATE_URL must be an address that starts with https://, without a password.'
  if (UPDATE_CHECK === 'on' && UPDATE_URL === undefined)
    return 'UPDATE_CHECK=on needs UPDATE_URL, the address of the file that names the newest version: set that too, or unset UPDATE_CHECK.'
  return undefined
}
