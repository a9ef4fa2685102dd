import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { bucketAddress } from './config.s3.ts'
import { ConfigError, readConfig } from './config.ts'

const refusal = (env: Record<string, string>): string => {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'accepted'
}

describe('the configuration', () => {
  test('uses its defaults for variables that are missing or empty', () => {
    const defaults = {
      port: 5000,
      host: '0.0.0.0',
      dataDir: resolve('./data'),
      backupDir: resolve('./data/backups'),
      databaseUrl: undefined,
      s3: undefined,
      redisUrl: undefined,
      redisPrefix: 'carrel',
      publicUrl: undefined,
      trustProxy: [],
      timeZone: 'Asia/Kolkata',
      sessionDays: 30,
      rateLimits: true,
      offline: true,
      pushHosts: [],
      updateUrl: undefined,
      firstAdmin: undefined,
      demo: undefined,
      logLevel: 'info',
    }
    expect(readConfig({})).toEqual(defaults)
    const names = [
      ...['PORT', 'HOST', 'DATA_DIR', 'BACKUP_DIR', 'DATABASE_URL', 'REDIS_URL', 'REDIS_PREFIX', 'PUBLIC_URL', 'TRUST_PROXY', 'TIME_ZONE'],
      ...['S3_BUCKET', 'S3_ENDPOINT', 'S3_REGION', 'S3_PATH_STYLE', 'FILES_REDIRECT', 'AWS_ACCESS_KEY_ID', 'DATABASE_URL_FILE'],
      ...[
        'SESSION_DAYS',
        'RATE_LIMITS',
        'PUSH_HOSTS',
        'UPDATE_CHECK',
        'UPDATE_URL',
        'DEMO',
        'ROLE_BUTTONS',
        'LOG_LEVEL',
        'ADMIN_EMAIL',
        'ADMIN_PASSWORD',
        'ADMIN_NAME',
      ],
    ]
    expect(readConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(defaults)
  })

  test('reads what is set', () => {
    const config = readConfig({
      PORT: '0',
      HOST: '::1',
      DATA_DIR: '/srv/library',
      BACKUP_DIR: '/mnt/second/disk',
      DATABASE_URL: 'postgres://carrel:secret@db/carrel',
      REDIS_URL: 'rediss://:secret@cache:6380/2',
      REDIS_PREFIX: 'hall-1:carrel',
      PUBLIC_URL: 'https://library.example.org/',
      TRUST_PROXY: '127.0.0.1, ::1,10.0.0.0/8, fc00::/7',
      TIME_ZONE: 'Europe/Berlin',
      SESSION_DAYS: '3650',
      RATE_LIMITS: 'off',
      OFFLINE: 'off',
      PUSH_HOSTS: 'push.example.org, http://127.0.0.1:8080,https://push.example.net:8443',
      LOG_LEVEL: 'debug',
      ADMIN_EMAIL: 'asha@example.org',
      ADMIN_PASSWORD: ' with spaces ',
      ADMIN_NAME: 'Asha',
    })
    expect(config).toEqual({
      port: 0,
      host: '::1',
      dataDir: resolve('/srv/library'),
      backupDir: resolve('/mnt/second/disk'),
      databaseUrl: 'postgres://carrel:secret@db/carrel',
      s3: undefined,
      redisUrl: 'rediss://:secret@cache:6380/2',
      redisPrefix: 'hall-1:carrel',
      publicUrl: 'https://library.example.org',
      trustProxy: ['127.0.0.1', '::1', '10.0.0.0/8', 'fc00::/7'],
      timeZone: 'Europe/Berlin',
      sessionDays: 3_650,
      rateLimits: false,
      offline: false,
      pushHosts: ['https://push.example.org', 'http://127.0.0.1:8080', 'https://push.example.net:8443'],
      firstAdmin: { email: 'asha@example.org', password: ' with spaces ', name: 'Asha' },
      demo: undefined,
      logLevel: 'debug',
    })
  })

  test('knows a public demo and one on a computer of its own', () => {
    expect(readConfig({ DEMO: 'on' }).demo).toBe('public')
    expect(readConfig({ ROLE_BUTTONS: 'on' }).demo).toBe('local')
    expect(readConfig({ DEMO: 'on', ROLE_BUTTONS: 'on' }).demo).toBe('public')
    expect(readConfig({ DEMO: 'off', ROLE_BUTTONS: 'off' }).demo).toBeUndefined()
  })

  test('deletes no data of a database that a demo does not own', () => {
    expect(refusal({ DEMO: 'on', DATABASE_URL: 'postgres://db/carrel' })).toBe(
      'DEMO=on deletes its data every night and stores it in DATA_DIR alone: unset DATABASE_URL, or unset DEMO.',
    )
  })

  test('names the first superadmin', () => {
    expect(readConfig({ ADMIN_EMAIL: 'a@example.org', ADMIN_PASSWORD: 'x' }).firstAdmin?.name).toBe('Administrator')
  })

  test.each([
    ['PORT', '65536', 'PORT must be a whole number from 0 to 65535, not "65536".'],
    ['PORT', '-1', 'PORT must be a whole number from 0 to 65535, not "-1".'],
    ['PORT', '80.5', 'PORT must be a whole number from 0 to 65535, not "80.5".'],
    ['PORT', '0x50', 'PORT must be a whole number from 0 to 65535, not "0x50".'],
    ['PORT', 'http', 'PORT must be a whole number from 0 to 65535, not "http".'],
    ['SESSION_DAYS', '0', 'SESSION_DAYS must be a whole number from 1 to 3650, not "0".'],
    ['SESSION_DAYS', '3651', 'SESSION_DAYS must be a whole number from 1 to 3650, not "3651".'],
    ['DATABASE_URL', 'mysql://db/carrel', 'DATABASE_URL must be an address that starts with postgres:// or postgresql://.'],
    ['DATABASE_URL', 'carrel.sqlite', 'DATABASE_URL must be an address that starts with postgres:// or postgresql://.'],
    ['PUBLIC_URL', 'library.example.org', 'PUBLIC_URL must be an address that starts with http:// or https://.'],
    ['PUBLIC_URL', 'ftp://library.example.org', 'PUBLIC_URL must be an address that starts with http:// or https://.'],
    ['TRUST_PROXY', '127.0.0.1,proxy', 'TRUST_PROXY must be a list of IP addresses or networks; "proxy" is not one.'],
    ['TRUST_PROXY', 'true', 'TRUST_PROXY must be a list of IP addresses or networks; "true" is not one.'],
    ['TRUST_PROXY', '10.0.0.0/x', 'TRUST_PROXY must be a list of IP addresses or networks; "10.0.0.0/x" is not one.'],
    ['TRUST_PROXY', '10.0.0.0/33', 'TRUST_PROXY must be a list of IP addresses or networks; "10.0.0.0/33" is not one.'],
    ['TRUST_PROXY', '0.0.0.0/0', 'TRUST_PROXY must be a list of IP addresses or networks; "0.0.0.0/0" is not one.'],
    ['TRUST_PROXY', 'fc00::/129', 'TRUST_PROXY must be a list of IP addresses or networks; "fc00::/129" is not one.'],
    ['TRUST_PROXY', '10.0.0.0/8/8', 'TRUST_PROXY must be a list of IP addresses or networks; "10.0.0.0/8/8" is not one.'],
    [
      'REDIS_PREFIX',
      'hall one',
      'REDIS_PREFIX must be up to 64 letters, digits, dots, hyphens and underscores, with colons between them, not "hall one".',
    ],
    [
      'REDIS_PREFIX',
      'hall*',
      'REDIS_PREFIX must be up to 64 letters, digits, dots, hyphens and underscores, with colons between them, not "hall*".',
    ],
    ['TIME_ZONE', 'India', 'TIME_ZONE must be the name of a time zone such as Asia/Kolkata, not "India".'],
    ['RATE_LIMITS', 'no', 'RATE_LIMITS must be on or off, not "no".'],
    ['DEMO', 'yes', 'DEMO must be on or off, not "yes".'],
    ['ROLE_BUTTONS', '1', 'ROLE_BUTTONS must be on or off, not "1".'],
    ['PUSH_HOSTS', 'push.example.org/x', 'PUSH_HOSTS must be a list of hosts such as push.example.org; "push.example.org/x" is not one.'],
    ['PUSH_HOSTS', 'http://192.168.1.2', 'PUSH_HOSTS must be a list of hosts such as push.example.org; "http://192.168.1.2" is not one.'],
    ['UPDATE_CHECK', 'yes', 'UPDATE_CHECK must be on or off, not "yes".'],
    [
      'UPDATE_CHECK',
      'on',
      'UPDATE_CHECK=on needs UPDATE_URL, the address of the file that names the newest version: set that too, or unset UPDATE_CHECK.',
    ],
    ['UPDATE_URL', 'http://192.168.1.2/newest.json', 'UPDATE_URL must be an address that starts with https://, without a password.'],
    [
      'UPDATE_URL',
      'https://me:secret@example.org/newest.json',
      'UPDATE_URL must be an address that starts with https://, without a password.',
    ],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be silent or error or warn or info or debug, not "loud".'],
    ['ADMIN_EMAIL', 'asha@example.org', 'ADMIN_EMAIL and ADMIN_PASSWORD must be set together.'],
    ['ADMIN_PASSWORD', 'correct horse', 'ADMIN_EMAIL and ADMIN_PASSWORD must be set together.'],
    [
      'S3_BUCKET',
      'Books/2026',
      'S3_BUCKET must be the name of a bucket: 3 to 63 lowercase letters, digits, dots and hyphens, not "Books/2026".',
    ],
    [
      'S3_BUCKET',
      'books',
      'S3_BUCKET needs the keys of the bucket: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the files that hold them.',
    ],
    ['AWS_ACCESS_KEY_ID', 'id\n', 'AWS_ACCESS_KEY_ID has a blank or a line break in it: check the variable or its file.'],
    [
      'S3_ENDPOINT',
      's3.example.org',
      'S3_ENDPOINT must be the address of an S3 server, such as https://s3.example.org, without a password.',
    ],
    [
      'S3_ENDPOINT',
      'https://s3.example.org',
      'S3_ENDPOINT is set without S3_BUCKET: set the name of the bucket too, or unset S3_ENDPOINT.',
    ],
    ['S3_PATH_STYLE', 'yes', 'S3_PATH_STYLE must be on or off, not "yes".'],
    ['FILES_REDIRECT', 'yes', 'FILES_REDIRECT must be on or off, not "yes".'],
    [
      'FILES_REDIRECT',
      'on',
      'FILES_REDIRECT=on sends browsers to a bucket for documents, so it needs S3_BUCKET: set that too, or unset FILES_REDIRECT.',
    ],
    ['REDIS_URL', 'cache:6379', 'REDIS_URL must be an address that starts with redis:// or rediss://.'],
    [
      'REDIS_URL',
      'redis://cache/books',
      'REDIS_URL must end with the address of the server, or with the number of a database such as "/0".',
    ],
    [
      'REDIS_URL',
      'redis://cache',
      'REDIS_URL lets several nodes serve one database, so it needs DATABASE_URL: set that too, or unset REDIS_URL.',
    ],
  ])('%s=%s stops the start with one sentence', (name, value, sentence) => {
    expect(refusal({ [name]: value })).toBe(sentence)
  })

  test('names one mistake if there are several', () => {
    expect(refusal({ PORT: 'http', REDIS_URL: 'cache', TIME_ZONE: 'India' })).toBe(
      'PORT must be a whole number from 0 to 65535, not "http".',
    )
  })

  test('does not repeat a password from an address that it refuses', () => {
    expect(refusal({ DATABASE_URL: 'mysql://carrel:hunter2@db/carrel' })).not.toContain('hunter2')
    expect(refusal({ REDIS_URL: 'http://:hunter2@cache' })).not.toContain('hunter2')
    expect(refusal({ REDIS_URL: 'redis://:hunter2@cache/books' })).not.toContain('hunter2')
    expect(refusal({ REDIS_URL: 'redis://:hunter2@cache' })).not.toContain('hunter2')
  })
})

describe('a bucket', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }
  const addressOf = (env: Record<string, string>): string => {
    const { s3 } = readConfig({ S3_BUCKET: 'books', ...keys, ...env })
    const { origin, path } = bucketAddress(s3 ?? fail())
    return `${origin}${path} ${s3?.region}`
  }
  const fail = (): never => {
    throw new Error('There is no bucket.')
  }

  test.each([
    [{}, 'https://books.s3.us-east-1.amazonaws.com us-east-1'],
    [{ AWS_REGION: 'ap-south-1' }, 'https://books.s3.ap-south-1.amazonaws.com ap-south-1'],
    [{ AWS_DEFAULT_REGION: 'ap-south-1', S3_PATH_STYLE: 'on' }, 'https://s3.ap-south-1.amazonaws.com/books ap-south-1'],
    [{ S3_ENDPOINT: 'http://10.0.0.5:9000/', S3_REGION: 'here', AWS_REGION: 'x' }, 'http://10.0.0.5:9000/books here'],
    [{ S3_ENDPOINT: 'https://gateway.example.org/s3', S3_PATH_STYLE: 'on' }, 'https://gateway.example.org/s3/books us-east-1'],
    [{ S3_ENDPOINT: 'https://s3.example.org:8443', S3_PATH_STYLE: 'off' }, 'https://books.s3.example.org:8443 us-east-1'],
  ])('with %j is at %s', (env, address) => {
    expect(addressOf(env as Record<string, string>)).toBe(address)
  })

  test('has the standard variables of AWS for its keys', () => {
    const env = { S3_BUCKET: 'books', ...keys, AWS_SESSION_TOKEN: 'token', FILES_REDIRECT: 'on' }
    expect(readConfig(env).s3).toMatchObject({ accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: 'token', redirect: true })
  })

  test('does not go with a demo, which deletes its data', () => {
    expect(refusal({ S3_BUCKET: 'books', ...keys, DEMO: 'on' })).toContain('unset S3_BUCKET')
  })
})

describe('a secret in a file', () => {
  const write = async (content: string): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'carrel-secrets-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'secret'), content)
    return join(folder, 'secret')
  }

  test('is read like the variable, without the line break at its end', async () => {
    const config = readConfig({
      DATABASE_URL_FILE: await write('postgres://carrel:secret@db/carrel\n'),
      REDIS_URL_FILE: await write('redis://:secret@cache\r\n'),
      ADMIN_EMAIL: 'asha@example.org',
      ADMIN_PASSWORD_FILE: await write(' with spaces '),
      S3_BUCKET: 'books',
      AWS_ACCESS_KEY_ID_FILE: await write('id\n'),
      AWS_SECRET_ACCESS_KEY_FILE: await write('s3 secret\n'),
      AWS_SESSION_TOKEN_FILE: await write('token'),
    })
    expect(config).toMatchObject({
      databaseUrl: 'postgres://carrel:secret@db/carrel',
      redisUrl: 'redis://:secret@cache',
      firstAdmin: { password: ' with spaces ' },
      s3: { accessKeyId: 'id', secretAccessKey: 's3 secret', sessionToken: 'token' },
    })
  })

  test('stops the start with one sentence if it is missing, empty or given twice, and is not repeated', async () => {
    expect(refusal({ DATABASE_URL_FILE: '/nowhere/secret' })).toBe('DATABASE_URL_FILE: the file "/nowhere/secret" cannot be read (ENOENT).')
    const empty = await write('\n')
    expect(refusal({ REDIS_URL_FILE: empty })).toBe(`REDIS_URL_FILE: the file "${empty}" is empty.`)
    expect(refusal({ ADMIN_PASSWORD: 'one', ADMIN_PASSWORD_FILE: empty })).toBe(
      'ADMIN_PASSWORD and ADMIN_PASSWORD_FILE are both set: unset one of them.',
    )
    const wrong = await write('mysql://carrel:hunter2@db/carrel')
    expect(refusal({ DATABASE_URL_FILE: wrong })).toBe('DATABASE_URL must be an address that starts with postgres:// or postgresql://.')
  })
})
