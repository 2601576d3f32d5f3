declare let NativeModules: {
  SheetFiles: {
    save(name: string, base64: string): void;
    load(name: string, callback: (base64: string) => void): void;
  };
};
