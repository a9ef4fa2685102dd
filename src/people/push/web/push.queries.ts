import { useAction, useCall } from '#web/api/queryClient.ts'
import { useWords } from '#web/words.ts'
import { pushApi } from '../push.contract.ts'
import { pushEn } from '../push.en.ts'

export const usePushState = () => useCall(pushApi.state)

export const useSubscribe = (onSuccess: () => void) => useAction(pushApi.subscribe, { failure: useWords(pushEn).onFailed, onSuccess })

export const useUnsubscribe = (onSuccess: () => void) => useAction(pushApi.unsubscribe, { failure: useWords(pushEn).offFailed, onSuccess })

/** Shows the choice at once, and takes it back if it cannot be saved. */
export const useSetPreferences = () =>
  useAction(pushApi.setPreferences, {
    failure: useWords(pushEn).saveFailed,
    optimistic: (change, { body }) => change(pushApi.state, (state) => ({ ...state, preferences: body })),
  })
