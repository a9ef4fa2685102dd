import { useAction, useCall } from '#web/api/queryClient.ts'
import { toast } from '#web/ui/toast.ts'
import { useWords } from '#web/words.ts'
import { backupApi } from '../backup.contract.ts'
import { backupEn } from '../backup.en.ts'

export const useSystem = () => useCall(backupApi.system)

export const useBackUp = () => {
  const words = useWords(backupEn)
  return useAction(backupApi.backUp, { failure: words.askFailed, onSuccess: () => toast.success(words.asked) })
}

export const useExamine = () => {
  const words = useWords(backupEn).doctor
  return useAction(backupApi.examine, { failure: words.askFailed, onSuccess: () => toast.success(words.asked) })
}
