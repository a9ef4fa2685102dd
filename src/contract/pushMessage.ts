/*
 * What a push notification carries to the service worker, encrypted. It has no sentence: the worker writes it in its own language
 * (`web/worker/worker.en.ts`). It has no token or key either, since a device may show it while it is locked.
 */

/** What a person can be notified about. */
export const pushKinds = ['messages', 'notices', 'dues', 'receipts', 'accountEnds'] as const
export type PushKind = (typeof pushKinds)[number]

/** `month` is from 1 to 12. */
export type PushMonth = { year: number; month: number }

type Of = {
  /** Without text and sender if the conversation is encrypted or the person hides them. `group` is the name of a group. */
  messages: { sender?: string; group?: string; text?: string; file?: 'image' | 'file' }
  notices: { title: string }
  /** In rupees. */
  dues: { amount: number; day: string }
  /** In rupees. Without months, the payment is for none. */
  receipts: { amount: number; months?: { from: PushMonth; to: PushMonth } }
  /** The last day. */
  accountEnds: { day: string }
}

type PushContent = { [K in PushKind]: { kind: K } & Of[K] }[PushKind]

export type PushMessage = PushContent & {
  /** A notification replaces the one with the same tag and adds to its count. */
  tag: string
  /** What opens when it is pressed: a path of this origin. */
  path: `/${string}`
}
