import { basename } from 'node:path'

/** Features whose key, which is part of the API, is older than the name of their folder. */
const olderKeys: Record<string, string> = { conversations: 'chat' }

/** Returns the key of a feature in `features.ts`, which begins the names of its files: `fees` of `fees.payments.service.ts`. */
export const featureKeyOf = (file: string): string => {
  const name = basename(file).replace(/\..*/, '')
  return olderKeys[name] ?? name
}
