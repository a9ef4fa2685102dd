import type { Draft, Refused } from '../delivery/chatClient.ts'

export const blank: Draft = { content: '', replyTo: null, mentions: [] }

/** Sending in a conversation, as an action that can fail and then succeed. */
export const sendingIn = (conversationId: string): string => `chat.send ${conversationId}`

/** What was refused, or could not be kept, on its way back to where it was written. */
export type Returned = Pick<Refused, 'content' | 'replyTo' | 'mentions' | 'file'>

/** A draft with what came back before it. */
export const withReturned = (draft: Draft, { content, replyTo, mentions, file }: Returned): Draft => ({
  content: [content, draft.content].filter((each) => each !== '').join('\n'),
  replyTo: draft.replyTo ?? replyTo,
  mentions: [...mentions, ...draft.mentions],
  ...((file ?? draft.files) && { files: [...(draft.files ?? []), ...(file ? [file] : [])] }),
})
