import { expect, test } from 'vitest'
import { decryptPiece, encryptPiece, newPieceKey } from './pieceCipher.ts'

const bytes = new TextEncoder().encode('Page one of a book that nobody else may read')

test('a piece is decrypted by its key under its name', async () => {
  const key = await newPieceKey()
  const piece = await encryptPiece(key, bytes, 'book 0')
  expect(new TextDecoder().decode(piece)).not.toContain('Page one')
  expect(await decryptPiece(key, piece, 'book 0')).toEqual(bytes)
})

test('the same bytes are never encrypted to the same piece', async () => {
  const key = await newPieceKey()
  expect(await encryptPiece(key, bytes, 'book 0')).not.toEqual(await encryptPiece(key, bytes, 'book 0'))
})

test('the key of the pieces cannot be read', async () => {
  const key = await newPieceKey()
  expect(key.extractable).toBe(false)
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
})

test('a piece is refused under another name, with another key, or with a changed byte', async () => {
  const key = await newPieceKey()
  const piece = await encryptPiece(key, bytes, 'book 0')
  await expect(decryptPiece(key, piece, 'book 1')).rejects.toThrow()
  await expect(decryptPiece(await newPieceKey(), piece, 'book 0')).rejects.toThrow()
  for (const at of [0, 20, piece.byteLength - 1]) {
    const changed = piece.map((byte, index) => (index === at ? byte ^ 1 : byte))
    await expect(decryptPiece(key, changed, 'book 0')).rejects.toThrow()
  }
})
