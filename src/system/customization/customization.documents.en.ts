import type { OfficeViewer, WhyNotOfficeViewer } from './customization.settings.contract.ts'

/** The words of the section Documents. */
export const documentSettingsEn = {
  title: 'Office files',
  viewer: 'Viewer for Word, Excel and PowerPoint files',
  viewers: {
    none: 'None: Office files can only be downloaded',
    microsoft: 'Microsoft Office Online',
    google: 'Google Docs Viewer',
  } satisfies Record<OfficeViewer, string>,
  privacy: {
    none: 'Files stay on this server.',
    microsoft: 'Opening an Office file sends it to Microsoft, which shows it. Microsoft can read the whole file.',
    google: 'Opening an Office file sends it to Google, which shows it. Google can read the whole file.',
  } satisfies Record<OfficeViewer, string>,
  whyNotTitle: 'External viewers cannot work here yet',
  whyNot: {
    noAddress: 'The server does not know its public address. Set PUBLIC_URL and restart it.',
    notHttps: 'The address in PUBLIC_URL does not begin with https://.',
    demo: 'External viewers are off in this demo.',
    privateAddress: 'The address in PUBLIC_URL can only be reached from your own network.',
  } satisfies Record<WhyNotOfficeViewer, string>,
}
