import { useMutation } from '@tanstack/react-query'
import type { SheetFormat } from '#contract/sheet.ts'
import type { UserListQuery } from '#people/users/users.contract.ts'
import { call } from '#web/api/call.ts'
import { download } from '#web/api/download.ts'
import { refresh } from '#web/api/queryClient.ts'
import { type ImportReply, rosterApi } from '../roster.contract.ts'

export const downloadUsers = (query: UserListQuery, format: SheetFormat): Promise<void> =>
  download(rosterApi.download, { query: { ...query, format } })

export const downloadTemplate = (format: SheetFormat): Promise<void> => download(rosterApi.template, { query: { format } })

type Sending = { file: File; makeAddresses: boolean; reason?: string }

/** Tells what would become of a register. */
export const useCheckRegister = () =>
  useMutation<ImportReply, Error, Sending>({
    mutationFn: ({ file, makeAddresses }) => call(rosterApi.importStudents, { body: { dryRun: true, makeAddresses }, file }),
  })

/** Takes a register in. The answer has passwords, so nothing but the page that shows them keeps it. */
export const importRegister = async ({ file, makeAddresses, reason }: Sending): Promise<ImportReply> => {
  try {
    return await call(rosterApi.importStudents, { body: { dryRun: false, makeAddresses, ...(reason && { reason }) }, file })
  } finally {
    void refresh(rosterApi.importStudents.changes)
  }
}
