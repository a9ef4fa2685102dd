import type { ConversationsTable } from '#server/db/tables/chat.ts'
import type { Envelope } from '../conversations.encryption.contract.ts'

/*
 * Types that prove to the compiler that a check was made. Only `conversations.authorize.service.ts` and `conversations.ciphertexts.service.ts` create
 * them.
 */

/** `react` is also allowed where only admins write. `moderate` is for administrators, who need not be members. */
export type Right = 'read' | 'react' | 'write' | 'moderate'

type Included = { read: 'read'; react: 'read' | 'react'; write: 'read' | 'write'; moderate: 'moderate' }

declare const rights: unique symbol
declare const locked: unique symbol
declare const pair: unique symbol
declare const checked: unique symbol

/** A conversation in which the caller has this right. */
export type Authorized<R extends Right> = Readonly<ConversationsTable> & { readonly [rights]: Readonly<Record<Included[R], true>> }

/** The same, checked in the transaction that has locked the conversation's row. Functions that write accept nothing else. */
export type Locked<R extends Right> = Authorized<R> & { readonly [locked]: true }

/** The pair key of two people between whom the caller may start a conversation. */
export type AuthorizedPair = string & { readonly [pair]: true }

/** The parts of a message that decide whether the conversation accepts it. A blank reply has no content. */
export type MessageContent = { content: string | null; hasFile: boolean; encryption: Envelope | undefined }

/** Content checked to match whether the conversation `C` is encrypted. */
export type CheckedContent<C extends Authorized<never>> = MessageContent & { readonly [checked]: C }
