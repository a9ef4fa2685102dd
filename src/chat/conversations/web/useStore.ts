import { useSyncExternalStore } from 'react'
import type { Store } from './delivery/chatClient.ts'

/** What a store holds now; the component follows it. */
export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get)
