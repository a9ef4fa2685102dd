import { readFileSync } from 'node:fs'

/** Variables whose value may be in a file, as containers are given secrets: `NAME_FILE` has its path. */
const fromFiles = [
  'DATABASE_URL',
  'REDIS_URL',
  'ADMIN_PASSWORD',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'MOVE_TO',
  'MOVE_AWS_ACCESS_KEY_ID',
  'MOVE_AWS_SECRET_ACCESS_KEY',
  'MOVE_AWS_SESSION_TOKEN',
] as const

type Environment = Readonly<Record<string, string | undefined>>

const contentOf = (variable: string, path: string, fail: (sentence: string) => Error): string => {
  let content: string
  try {
    content = readFileSync(path, 'utf8')
  } catch (error) {
    throw fail(`${variable}: the file "${path}" cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)}).`)
  }
  // Editors end a file with a line break, which is no part of a secret.
  const value = content.replace(/\r?\n$/, '')
  if (value === '') throw fail(`${variable}: the file "${path}" is empty.`)
  return value
}

/** Returns the environment with the values that are in files. Throws what `fail` makes of a sentence about a wrong one. */
export const withSecretFiles = (env: Environment, fail: (sentence: string) => Error): Environment => {
  const read: Record<string, string> = {}
  for (const name of fromFiles) {
    const variable = `${name}_FILE`
    const path = env[variable]
    if (!path) continue
    if (env[name]) throw fail(`${name} and ${variable} are both set: unset one of them.`)
    read[name] = contentOf(variable, path, fail)
  }
  return { ...env, ...read }
}
