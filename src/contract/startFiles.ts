/** The `<template>` with the scripts of a page that the server has drawn: they are requested once the page is painted. */
export const startFilesId = 'start-files'
