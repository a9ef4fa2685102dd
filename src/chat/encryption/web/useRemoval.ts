import { confirm } from '#web/ui/confirm.ts'
import { useWords } from '#web/words.ts'
import { devicesEn } from '../encryption.devices.en.ts'
import type { OwnDevice } from '../encryption.shapes.contract.ts'
import { useRemoveDevice } from './encryption.queries.ts'

/** Removes one of the person's devices after a confirmation that explains the consequences. */
export const useRemoval = (onRemoved?: () => void) => {
  const words = useWords(devicesEn)
  const remove = useRemoveDevice()
  return async ({ _id, name }: OwnDevice): Promise<void> => {
    const { title, text, confirm: yes } = words.devices.removal
    if (!(await confirm({ title: title(name || words.unnamed), text, confirm: yes, isDanger: true }))) return
    remove.mutate(_id, { onSuccess: () => onRemoved?.() })
  }
}
