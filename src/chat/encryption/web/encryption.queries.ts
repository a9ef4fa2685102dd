import { useMutation, useQuery } from '@tanstack/react-query'
import { refresh, useAction, useCall } from '#web/api/queryClient.ts'
import { toast } from '#web/ui/toast.ts'
import { errorText, useWords } from '#web/words.ts'
import { encryptionApi } from '../encryption.contract.ts'
import { devicesEn } from '../encryption.devices.en.ts'
import { useEncryption } from './useEncryption.ts'

/** All devices of the person, a recovery code among them. */
export const useDevices = (isAsked = true) => useCall(encryptionApi.devices, {}, { enabled: isAsked })

export const useRemoveDevice = () => {
  const words = useWords(devicesEn).devices
  return useAction(encryptionApi.removeDevice, { failure: words.removeFailed, onSuccess: () => toast.success(words.removed) })
}

/** Something that encryption works out for a screen; kept no longer than the screen. */
const useWorkedOut = <T>(name: string, id: string, load: () => Promise<T>, isAsked = true) =>
  useQuery({ queryKey: ['encryption', name, id], queryFn: load, meta: { shows: [] }, staleTime: 0, gcTime: 0, enabled: isAsked })

/** The fifteen digits that this browser and that device both show. */
export const useConfirmCode = (deviceId: string | null) => {
  const encryption = useEncryption()
  return useWorkedOut('confirm', deviceId ?? '', () => encryption.confirmCode(deviceId ?? ''), deviceId !== null)
}

export const useSafetyNumber = (conversation: string) => {
  const encryption = useEncryption()
  return useWorkedOut('safety', conversation, () => encryption.safetyNumber(conversation))
}

export const useIsLast = () => {
  const encryption = useEncryption()
  return useWorkedOut('last', '', () => encryption.isLast())
}

type Told<R> = {
  /** Shown as a toast; without it whoever asked tells of a failure. */
  failure?: string
  onSuccess?: (result: R) => void
}

/** Something that encryption does: whether it is on its way, and what became of it. Devices may be others afterwards. */
export const useDoing = <R, A = void>(run: (asked: A) => Promise<R>, { failure, onSuccess }: Told<R> = {}) =>
  useMutation<R, Error, A>({
    mutationFn: run,
    onSuccess: (result) => {
      if (failure !== undefined) toast.settled(failure)
      onSuccess?.(result)
    },
    onError: (error) => failure !== undefined && toast.error(errorText(error, failure), { of: failure }),
    onSettled: () => void refresh(['devices']),
  })
