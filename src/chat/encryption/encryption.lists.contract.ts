import * as z from 'zod/mini'
import { Base64, DeviceId } from '#chat/conversations/conversations.encryption.contract.ts'
import { endpoint } from '#contract/endpoint.ts'
import type { Errors } from '#contract/errors.ts'
import { byId, Id } from '#contract/fields.ts'
import { list, numberText, paging } from '#contract/paging.ts'
import { encryptionLimits } from './encryption.limits.ts'
import { EncryptedTrustBook, encryptionErrors, SignedList, VersionHeader } from './encryption.shapes.contract.ts'

/* Signed device lists, headers of key versions, and trust books: docs/decisions/0021-signed-device-lists.md. */

export const listErrors = {
  listTaken: { code: 'encryption.list_taken', status: 409, message: 'Your list of devices was changed on another device.' },
  listInvalid: { code: 'encryption.list_invalid', status: 422, message: 'This list of devices is not signed as it must be.' },
  listNeeded: { code: 'encryption.list_needed', status: 409, message: 'A new recovery code must be signed by one of your devices.' },
  recoveryMissing: { code: 'encryption.recovery_missing', status: 400, message: 'Please send the keys of the recovery device too.' },
  bookTaken: { code: 'encryption.book_taken', status: 409, message: 'Another of your devices has saved a newer trust book.' },
} satisfies Errors

const ListNumber = numberText(0, encryptionLimits.deviceLists)

const versionNumbers = (message: string) =>
  z.pipe(
    z.string(message).check(z.regex(/^\d{1,10}(?:,\d{1,10})*$/, message)),
    z.pipe(
      z.transform((sent: string) => sent.split(',').map((one) => Number(one))),
      z.array(z.int()).check(z.maxLength(encryptionLimits.versionsAsked, message)),
    ),
  )

/**
 * The encrypted private halves of a recovery device: two keys, the head of the list that adds it, and the encryption overhead.
 */
export const SealedKeys = Base64({ min: 28, max: 8_192 }, 'Invalid recovery key')

export const listCalls = {
  lists: endpoint({
    method: 'GET',
    path: '/user/encryption/people/:id/lists',
    access: 'member',
    shows: [],
    summary:
      'Signed device lists of yourself or a person you chat with, in ascending order `after` a number; of the newest generation unless another is named',
    params: byId,
    query: z.object({
      generation: z.optional(numberText(0, encryptionLimits.generations)),
      after: z.optional(ListNumber),
      limit: z._default(z.optional(numberText(1, encryptionLimits.listsAtOnce)), encryptionLimits.listsAtOnce),
    }),
    reply: z.object({ generation: z.int(), items: z.array(SignedList), nextCursor: z.nullable(z.string()) }),
  }),
  memberLists: endpoint({
    method: 'GET',
    path: '/chat/conversations/:id/encryption/lists',
    access: 'member',
    shows: [],
    summary:
      'Signed device lists of the newest generation of all members of one of your conversations, by person and number; none where there are too many members to encrypt',
    params: byId,
    query: z.object({
      cursor: paging.cursor,
      limit: z._default(z.optional(numberText(1, encryptionLimits.memberListsAtOnce)), encryptionLimits.memberListsAtOnce),
    }),
    reply: list(SignedList),
  }),
  saveLists: endpoint({
    method: 'PUT',
    path: '/user/encryption/lists',
    access: 'member',
    changes: ['devices'],
    summary:
      'Appends signed lists to your chain of devices, or lists that the server lacks to that of a person you chat with; known ones are skipped',
    body: z.object({
      userId: z.optional(Id),
      lists: z
        .array(SignedList, 'Please send lists')
        .check(
          z.minLength(1, 'Please send lists'),
          z.maxLength(encryptionLimits.listsAtOnce, `Please send at most ${encryptionLimits.listsAtOnce} lists`),
        ),
      recovery: z.optional(z.object({ deviceId: DeviceId, sealedKeys: SealedKeys })),
    }),
    rate: 'send',
    reply: z.object({ generation: z.int(), number: z.int(), head: z.string() }),
    errors: { ...encryptionErrors, ...listErrors },
  }),
  trustBook: endpoint({
    method: 'GET',
    path: '/user/encryption/trust-book',
    access: 'member',
    shows: [],
    summary: 'What your devices know about other people, encrypted for your devices; null before one of them has saved it',
    reply: z.nullable(EncryptedTrustBook),
  }),
  saveTrustBook: endpoint({
    method: 'PUT',
    path: '/user/encryption/trust-book',
    access: 'member',
    changes: [],
    summary: 'Saves a trust book in place of the one with the number `replaces` (0 for none, by default the number before)',
    body: z.object({ ...EncryptedTrustBook.shape, replaces: z.optional(z.int('Invalid number').check(z.minimum(0, 'Invalid number'))) }),
    rate: 'send',
    reply: EncryptedTrustBook,
    errors: { ...encryptionErrors, ...listErrors },
  }),
  versions: endpoint({
    method: 'GET',
    path: '/chat/conversations/:id/encryption/versions',
    access: 'member',
    shows: [],
    summary: 'The signed headers of key versions of one of your conversations; `numbers` with commas',
    params: byId,
    query: z.object({ numbers: versionNumbers(`Please name at most ${encryptionLimits.versionsAsked} versions`) }),
    reply: z.object({ items: z.array(z.object({ keyVersion: z.int(), header: z.nullable(VersionHeader) })) }),
  }),
}
