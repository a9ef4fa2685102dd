import { useEffect, useRef, useState } from 'react'
import { openByteSource } from './byteSource.ts'
import { openConnection } from './connection.ts'
import { isAttached } from './fileAddresses.ts'
import { addressesSoon, deviceSource } from './fileSource.ts'
import type { OpenedFile } from './openedFile.ts'
import { startPatience, throttledProgress } from './patience.ts'

export type Opening<T> = { state: 'loading'; received: number } | { state: 'open'; value: T } | { state: 'failed' }

export type Making<T> = {
  /** Larger files are read only up to this size. */
  mostBytes: number
  /** Creates the displayed value from the bytes; rejects if they do not match the type. */
  make: (bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal) => Promise<T>
  /** Releases the created value. */
  dispose?: ((value: T) => void) | undefined
}

/** Loads a file into memory and reports its state. Returns a function that closes it. */
const openFile = <T>(opened: OpenedFile, { mostBytes, make, dispose }: Making<T>, tell: (opening: Opening<T>) => void): (() => void) => {
  const aborter = new AbortController()
  const tellBytes = throttledProgress((received) => aborter.signal.aborted || tell({ state: 'loading', received }))
  const onBytes = (received: number) => {
    patience.alive()
    tellBytes(received)
  }
  const size = Math.min(opened.fileSize, mostBytes)
  const network = openByteSource({ connection: openConnection(), addresses: addressesSoon(opened), size, onBytes })
  const source = isAttached(opened) ? network : deviceSource(opened, network, { onGone: () => fail(), onChanged: () => fail() })
  let made: { value: T } | undefined
  const close = () => {
    if (made) dispose?.(made.value)
    made = undefined
    patience.stop()
    aborter.abort()
    source.close()
  }
  const fail = () => {
    if (aborter.signal.aborted) return
    close()
    tell({ state: 'failed' })
  }
  const patience = startPatience(fail)
  const open = async () => {
    const value = await make(await source.read(0, size), aborter.signal)
    if (aborter.signal.aborted) return dispose?.(value)
    made = { value }
    patience.stop()
    tell({ state: 'open', value })
  }
  open().catch(fail)
  return close
}

/** Loads a file while the component is mounted; `retry` tries again. */
export const useFile = <T>(document: OpenedFile, making: Making<T>) => {
  const [opening, setOpening] = useState<Opening<T>>({ state: 'loading', received: 0 })
  const [attempt, setAttempt] = useState(1)
  const latest = useRef({ document, making })
  latest.current = { document, making }
  // biome-ignore lint/correctness/useExhaustiveDependencies: refetching a row must not reopen its document
  useEffect(() => {
    setOpening({ state: 'loading', received: 0 })
    return openFile(latest.current.document, latest.current.making, setOpening)
  }, [document._id, attempt])
  return { opening, retry: () => setAttempt((number) => number + 1) }
}
