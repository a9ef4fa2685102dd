import type { Draft, Refused } from '../client/chatClient.ts'

export const blank: Draft = { content: '', replyTo: null, mentions: [] }

/** Identifies sending in a conversation as an action that can fail and then succeed. */
export const sendingIn = (conversationId: string): string => `chat.send ${conversationId}`

/** The content of a rejected or unstored message, returned to its composer. */
export type Returned = Pick<Refused, 'content' | 'replyTo' | 'mentions' | 'file'>

/** Inserts returned content before a draft. */
export const withReturned = (draft: Draft, { content, replyTo, mentions, file }: Returned): Draft => ({
  content: [content, draft.content].filter((each) => each !== '').join('\n'),
  replyTo: draft.replyTo ?? replyTo,
  mentions: [...mentions, ...draft.mentions],
  ...((file ?? draft.files) && { files: [...(draft.files ?? []), ...(file ? [file] : [])] }),
})
