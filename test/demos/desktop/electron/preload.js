const { contextBridge, ipcRenderer } = require("electron");

// all that the page may do outside of itself
contextBridge.exposeInMainWorld("sheets", {
  open: () => ipcRenderer.invoke("open"),
  save: (name, bytes) => ipcRenderer.invoke("save", name, bytes),
});
