import type { Page } from './page.ts'
import { attempt } from './underWay.ts'

/* A person’s button presses, with the content of the screen at that moment. */

/** Returns the news of a conversation that the screen shows. */
export const newsShown = (page: Page, conversation: string): readonly object[] =>
  page.encryption.conversation(conversation).get()?.news ?? []

export const pressVerify = (page: Page, conversation: string, compared: { digits: string; name: string }): Promise<unknown> =>
  attempt(page.encryption.setVerified(conversation, compared))

/** "Send anyway" and "Got it": the person has seen this news. */
export const pressAccept = async (page: Page, conversation: string, news = newsShown(page, conversation)): Promise<void> => {
  if (news.length > 0) await attempt(page.encryption.acceptNews(conversation, news))
}
