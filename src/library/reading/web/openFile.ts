import { useEffect, useRef, useState } from 'react'
import { openByteSource } from './byteSource.ts'
import { openConnection } from './connection.ts'
import { addressesOf } from './fileAddresses.ts'
import type { OpenedFile } from './openedFile.ts'
import { startPatience, throttledProgress } from './patience.ts'

export type Opening<T> = { state: 'loading'; received: number } | { state: 'open'; value: T } | { state: 'failed' }

export type Making<T> = {
  /** Larger files are read up to here. */
  mostBytes: number
  /** Makes what is shown of the bytes; rejects where they are not what the type says. */
  make: (bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal) => Promise<T>
  /** Gives back what was made. */
  dispose?: ((value: T) => void) | undefined
}

/** Fetches a file into memory and tells how it goes. Returns how to close it. */
export const openFile = <T>(
  opened: OpenedFile,
  { mostBytes, make, dispose }: Making<T>,
  tell: (opening: Opening<T>) => void,
): (() => void) => {
  const aborter = new AbortController()
  const tellBytes = throttledProgress((received) => aborter.signal.aborted || tell({ state: 'loading', received }))
  const onBytes = (received: number) => {
    patience.alive()
    tellBytes(received)
  }
  const addresses = addressesOf(opened)
  const size = Math.min(opened.fileSize, mostBytes)
  const source = openByteSource({ connection: openConnection(), addresses: () => addresses, size, onBytes })
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

/** A file for as long as it is on screen; `retry` tries again. */
export const useFile = <T>(document: OpenedFile, making: Making<T>) => {
  const [opening, setOpening] = useState<Opening<T>>({ state: 'loading', received: 0 })
  const [attempt, setAttempt] = useState(1)
  const latest = useRef({ document, making })
  latest.current = { document, making }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row that is fetched again does not open its document again
  useEffect(() => {
    setOpening({ state: 'loading', received: 0 })
    return openFile(latest.current.document, latest.current.making, setOpening)
  }, [document._id, attempt])
  return { opening, retry: () => setAttempt((number) => number + 1) }
}
