import type { Draft } from '../chatClient.ts'
import type { Clock, UnsentStorage } from '../environment.ts'

/** Minimum time between two saves of a draft while a person types. */
const everyMs = 300

/** Holds unsent texts in memory and saves them on the device. */
export const makeDrafts = ({ storage, clock }: { storage: UnsentStorage; clock: Clock }) => {
  const now = new Map<string, Draft | null>()
  const due = new Map<string, () => void>()

  const save = (conversation: string): void => {
    due.get(conversation)?.()
    due.delete(conversation)
    void storage.writeDraft(conversation, now.get(conversation) ?? null)
  }
  return {
    read: async (conversation: string): Promise<Draft | null> =>
      now.has(conversation) ? (now.get(conversation) ?? null) : storage.readDraft(conversation),
    write: (conversation: string, draft: Draft | null): void => {
      now.set(conversation, draft)
      if (draft === null) save(conversation)
      else if (!due.has(conversation))
        due.set(
          conversation,
          clock.after(everyMs, () => save(conversation)),
        )
    },
    /** Saves immediately instead of after the delay. */
    saveAll: (): void => {
      for (const conversation of [...due.keys()]) save(conversation)
    },
  }
}
