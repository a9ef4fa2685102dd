import { useMutation, useQuery } from '@tanstack/react-query'
import { queryClient, refresh, useCall } from '#web/api/queryClient.ts'
import { toast } from '#web/ui/toast.ts'
import { errorText, useWords, wordsOf } from '#web/words.ts'
import { encryptionApi } from '../encryption.contract.ts'
import { devicesEn } from '../encryption.devices.en.ts'
import { encryptionEn } from '../encryption.en.ts'
import { ChangedMeanwhileError, SetUpElsewhereError, SetUpFirstError } from './encryption.ts'
import { useEncryption } from './useEncryption.ts'

/** All devices of the person, including the recovery code. */
export const useDevices = (isAsked = true) => useCall(encryptionApi.devices, {}, { enabled: isAsked })

/** Returns the message for a failure: the server's sentence, or a reason known to the browser. */
export const failureText = (error: unknown, fallback: string): string => {
  if (error instanceof SetUpElsewhereError) return wordsOf(encryptionEn).setUpElsewhere
  if (error instanceof ChangedMeanwhileError) return wordsOf(encryptionEn).changedMeanwhile
  if (error instanceof SetUpFirstError) return wordsOf(encryptionEn).setUpFirst
  return errorText(error, fallback)
}

export const useRemoveDevice = () => {
  const words = useWords(devicesEn).devices
  const encryption = useEncryption()
  return useEncryptionAction((id: string) => encryption.removeDevice(id), {
    failure: words.removeFailed,
    onSuccess: () => toast.success(words.removed),
  })
}

type WorkedOut = { isAsked?: boolean; everyMs?: number }

/** A value that encryption computes for a screen, cached only while the screen is mounted. */
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

/** The fifteen digits that both this browser and that device show. */
export const useConfirmCode = (deviceId: string | null) => {
  const encryption = useEncryption()
  return useWorkedOut('confirm', deviceId ?? '', () => encryption.confirmCode(deviceId ?? ''), { isAsked: deviceId !== null })
}

/** Refetch interval: the code changes if another device is added. */
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

type ActionOptions<R> = {
  /** Shown as a toast; without it, the caller shows the failure. */
  failure?: string
  onSuccess?: (result: R) => void
  /** Reloads the displayed data if it has changed. */
  onChanged?: () => void
}

/** An encryption action with its pending state and result. Refetches the devices, which it may have changed. */
export const useEncryptionAction = <R, A = void>(run: (asked: A) => Promise<R>, { failure, onSuccess, onChanged }: ActionOptions<R> = {}) =>
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
