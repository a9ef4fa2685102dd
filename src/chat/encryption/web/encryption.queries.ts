import { useMutation, useQuery } from '@tanstack/react-query'
import { queryClient, refresh, useCall } from '#web/api/queryClient.ts'
import { toast } from '#web/ui/toast.ts'
import { errorText, useWords, wordsOf } from '#web/words.ts'
import { encryptionApi } from '../encryption.contract.ts'
import { devicesEn } from '../encryption.devices.en.ts'
import { encryptionEn } from '../encryption.en.ts'
import { ChangedMeanwhileError, SetUpFirstError } from './encryption.ts'
import { useEncryption } from './useEncryption.ts'

/** All devices of the person, a recovery code among them. */
export const useDevices = (isAsked = true) => useCall(encryptionApi.devices, {}, { enabled: isAsked })

/** How a failure reads: the server's sentence, or one of the reasons that a browser knows. */
export const failureText = (error: unknown, fallback: string): string => {
  if (error instanceof ChangedMeanwhileError) return wordsOf(encryptionEn).changedMeanwhile
  if (error instanceof SetUpFirstError) return wordsOf(encryptionEn).setUpFirst
  return errorText(error, fallback)
}

export const useRemoveDevice = () => {
  const words = useWords(devicesEn).devices
  const encryption = useEncryption()
  return useDoing((id: string) => encryption.removeDevice(id), {
    failure: words.removeFailed,
    onSuccess: () => toast.success(words.removed),
  })
}

type WorkedOut = { isAsked?: boolean; everyMs?: number }

/** Something that encryption works out for a screen; kept no longer than the screen. */
const useWorkedOut = <T>(name: string, id: string, load: () => Promise<T>, { isAsked = true, everyMs }: WorkedOut = {}) =>
  useQuery({
    queryKey: ['encryption', name, id],
    queryFn: load,
    meta: { shows: [] },
    staleTime: 0,
    gcTime: 0,
    enabled: isAsked,
    refetchInterval: everyMs ?? false,
  })

/** The fifteen digits that this browser and that device both show. */
export const useConfirmCode = (deviceId: string | null) => {
  const encryption = useEncryption()
  return useWorkedOut('confirm', deviceId ?? '', () => encryption.confirmCode(deviceId ?? ''), { isAsked: deviceId !== null })
}

/** The code changes where another device is added meanwhile. */
const pendingCodeMs = 3_000

/** The fifteen digits of this browser while it waits. */
export const usePendingCode = () => {
  const encryption = useEncryption()
  return useWorkedOut('pending', '', () => encryption.pendingCode(), { everyMs: pendingCodeMs })
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
  /** Shown as a toast; without it the caller shows the failure. */
  failure?: string
  onSuccess?: (result: R) => void
  /** Loads what is shown again where it has changed meanwhile. */
  onChanged?: () => void
}

/** Something that encryption does: whether it is on its way, and what became of it. Devices may be others afterwards. */
export const useDoing = <R, A = void>(run: (asked: A) => Promise<R>, { failure, onSuccess, onChanged }: Told<R> = {}) =>
  useMutation<R, Error, A>({
    mutationFn: run,
    onSuccess: (result) => {
      if (failure !== undefined) toast.settled(failure)
      onSuccess?.(result)
    },
    onError: (error) => {
      if (failure !== undefined) toast.error(failureText(error, failure), { of: failure })
      if (!(error instanceof ChangedMeanwhileError)) return
      void queryClient.invalidateQueries({ queryKey: ['encryption'] })
      onChanged?.()
    },
    onSettled: () => void refresh(['devices']),
  })
