var app = angular.module("sheets", []);

app.controller("Rows", function ($http) {
  var vm = this;
  vm.rows = [];

  // #region fetch
  $http.get("pres.xlsx", { responseType: "arraybuffer" }).then(function (response) {
    var wb = XLSX.read(response.data);
    // highlight-next-line
    vm.rows = XLSX.utils.sheet_to_json(wb.Sheets[wb.SheetNames[0]]);
  }).catch(function (error) {
    // an answer with another status, or what read throws
    vm.problem = "pres.xlsx: " + (error.message || error.status || error);
  });
  // #endregion

  // #region export
  vm.save = function () {
    // highlight-next-line
    var ws = XLSX.utils.json_to_sheet(angular.copy(vm.rows));
    var wb = XLSX.utils.book_new();
    XLSX.utils.book_append_sheet(wb, ws, "Presidents");
    XLSX.writeFile(wb, "presidents.xlsx");
  };
  // #endregion

  // #region table
  vm.saveTable = function () {
    // highlight-next-line
    XLSX.writeFile(XLSX.utils.table_to_book(document.getElementById("rows")), "table.xlsx");
  };
  // #endregion
});

// #region import
app.directive("sheetRows", function () {
  return {
    scope: { rows: "=sheetRows", problem: "=sheetProblem" },
    link: function (scope, element) {
      element.on("change", function (event) {
        var file = event.target.files[0];
        if (!file) return;
        var reader = new FileReader();
        reader.onload = function () {
          // AngularJS does not see what happens in foreign events: tell it
          scope.$apply(function () {
            try {
              var wb = XLSX.read(reader.result, { cellDates: true });
              // highlight-next-line
              scope.rows = XLSX.utils.sheet_to_json(wb.Sheets[wb.SheetNames[0]]);
              scope.problem = "";
            } catch (error) {
              scope.rows = [];
              scope.problem = error.message || error;
            }
          });
        };
        reader.readAsArrayBuffer(file);
      });
    },
  };
});
// #endregion
