import { confirm } from '#web/ui/confirm.ts'
import { useWords } from '#web/words.ts'
import { groupsEn } from '../groups.en.ts'
import type { Group } from './GroupDialog.tsx'
import { useRemoveGroup } from './groups.queries.ts'

/** Deletes a group after a confirmation. */
export const useAskAndRemoveGroup = (onDone: () => void) => {
  const words = useWords(groupsEn).deletion
  const { mutate } = useRemoveGroup(onDone)
  return async ({ _id, name }: Pick<Group, '_id' | 'name'>): Promise<void> => {
    const { title, text, confirm: yes } = words
    if (await confirm({ title, text: text(name), confirm: yes, isDanger: true })) mutate({ params: { id: _id } })
  }
}
