import { useState } from 'react'

/**
 * Returns the handler of a field's changes. It is always the same function for the same field, so that a field whose value did not
 * change need not be rendered. `set` is the one of the first rendering, so it may use nothing that changes.
 */
export const useHandlers = <K, V>(set: (name: K, value: V) => void): ((name: K) => (value: V) => void) => {
  const [handlers] = useState(() => new Map<K, (value: V) => void>())
  return (name) => {
    const handler = handlers.get(name) ?? ((value) => set(name, value))
    handlers.set(name, handler)
    return handler
  }
}
