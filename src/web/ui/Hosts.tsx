import { lazy, Suspense } from 'react'
import { useAsked } from './confirm.ts'
import { ToastRegion } from './ToastRegion.tsx'

const ConfirmDialog = lazy(async () => ({ default: (await import('./ConfirmDialog.tsx')).ConfirmDialog }))

/** Where `toast` and `confirm` show up; stands once, beside the pages. */
export const Hosts = () => {
  const asked = useAsked()
  return (
    <>
      <ToastRegion />
      {asked && (
        <Suspense>
          <ConfirmDialog {...asked} onConfirm={() => asked.answer(true)} onClose={() => asked.answer(false)} />
        </Suspense>
      )}
    </>
  )
}
