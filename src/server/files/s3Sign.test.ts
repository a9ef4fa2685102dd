import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { signHeaders, signQuery } from './s3Sign.ts'

/*
 * The examples of "Signature Calculations for the Authorization Header" and "Authenticating Requests: Using Query Parameters" in
 * the API reference of Amazon S3, with their keys, which open nothing.
 */
const signer = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const host = 'examplebucket.s3.amazonaws.com'
const now = new Date('2013-05-24T00:00:00Z')

const signatureOf = (...[request]: [Parameters<typeof signHeaders>[1]]) =>
  /Signature=([0-9a-f]{64})$/.exec(signHeaders(signer, request, now).authorization ?? '')?.[1]

describe('a signature is that of AWS for', () => {
  test('a part of an object', () => {
    const request = { method: 'GET', host, path: '/test.txt', headers: { range: 'bytes=0-9' } }
    expect(signHeaders(signer, request, now)).toEqual({
      host,
      range: 'bytes=0-9',
      'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'x-amz-date': '20130524T000000Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    })
  })

  test('an object to store, with its hash and a name that needs encoding', () => {
    const headers = { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' }
    const payload = createHash('sha256').update('Welcome to Amazon S3.').digest('hex')
    expect(signatureOf({ method: 'PUT', host, path: '/test%24file.text', headers, payload })).toBe(
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    )
  })

  test.each([
    [{ lifecycle: '' }, 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
    [{ prefix: 'J', 'max-keys': '2' }, '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
  ])('the query %j', (query, signature) => {
    expect(signatureOf({ method: 'GET', host, path: '/', query })).toBe(signature)
  })

  test('an address that works for a day', () => {
    expect(signQuery(signer, { method: 'GET', host, path: '/test.txt' }, { now, seconds: 86_400 })).toBe(
      'X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404&X-Amz-SignedHeaders=host',
    )
  })
})

test('a temporary key signs its token too', () => {
  const temporary = { ...signer, sessionToken: 'AQoDYXdzEPT' }
  const { authorization, ...headers } = signHeaders(temporary, { method: 'GET', host, path: '/' }, now)
  expect(headers['x-amz-security-token']).toBe('AQoDYXdzEPT')
  expect(authorization).toContain('SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-security-token,')
  expect(signQuery(temporary, { method: 'GET', host, path: '/' }, { now, seconds: 300 })).toContain('X-Amz-Security-Token=AQoDYXdzEPT')
})
