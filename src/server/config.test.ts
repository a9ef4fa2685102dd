import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
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
      redisUrl: undefined,
      publicUrl: undefined,
      trustProxy: [],
      timeZone: 'Asia/Kolkata',
      sessionDays: 30,
      rateLimits: true,
      offline: true,
      pushHosts: [],
      firstAdmin: undefined,
      demo: undefined,
      logLevel: 'info',
    }
    expect(readConfig({})).toEqual(defaults)
    const names = [
      ...['PORT', 'HOST', 'DATA_DIR', 'BACKUP_DIR', 'DATABASE_URL', 'REDIS_URL', 'S3_BUCKET', 'PUBLIC_URL', 'TRUST_PROXY', 'TIME_ZONE'],
      ...['SESSION_DAYS', 'RATE_LIMITS', 'PUSH_HOSTS', 'DEMO', 'ROLE_BUTTONS', 'LOG_LEVEL', 'ADMIN_EMAIL', 'ADMIN_PASSWORD', 'ADMIN_NAME'],
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
      redisUrl: 'rediss://:secret@cache:6380/2',
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
    ['TIME_ZONE', 'India', 'TIME_ZONE must be the name of a time zone such as Asia/Kolkata, not "India".'],
    ['RATE_LIMITS', 'no', 'RATE_LIMITS must be on or off, not "no".'],
    ['DEMO', 'yes', 'DEMO must be on or off, not "yes".'],
    ['ROLE_BUTTONS', '1', 'ROLE_BUTTONS must be on or off, not "1".'],
    ['PUSH_HOSTS', 'push.example.org/x', 'PUSH_HOSTS must be a list of hosts such as push.example.org; "push.example.org/x" is not one.'],
    ['PUSH_HOSTS', 'http://192.168.1.2', 'PUSH_HOSTS must be a list of hosts such as push.example.org; "http://192.168.1.2" is not one.'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be silent or error or warn or info or debug, not "loud".'],
    ['ADMIN_EMAIL', 'asha@example.org', 'ADMIN_EMAIL and ADMIN_PASSWORD must be set together.'],
    ['ADMIN_PASSWORD', 'correct horse', 'ADMIN_EMAIL and ADMIN_PASSWORD must be set together.'],
    ['S3_BUCKET', 'books', 'S3_BUCKET is set, but storing uploads in a bucket is not supported yet: unset it to store them in DATA_DIR.'],
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
