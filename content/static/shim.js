// Browsers without Blob.prototype.arrayBuffer (Safari before 14) read files through FileReader.
(function () {
  if (typeof Blob === "undefined" || Blob.prototype.arrayBuffer) return;
  Blob.prototype.arrayBuffer = function () {
    var blob = this;
    return new Promise(function (resolve, reject) {
      var reader = new FileReader();
      reader.onload = function () { resolve(reader.result); };
      reader.onerror = function () { reject(reader.error); };
      reader.readAsArrayBuffer(blob);
    });
  };
})();
