package main

import (
	"context"
	"encoding/base64"
	"os"

	"github.com/wailsapp/wails/v2/pkg/runtime"
)

type App struct {
	ctx context.Context
}

func NewApp() *App { return &App{} }

func (a *App) startup(ctx context.Context) { a.ctx = ctx }

// Open shows a dialog for a file and returns its bytes as Base64 text;
// "" if the user cancels.
func (a *App) Open() (string, error) {
	path, err := runtime.OpenFileDialog(a.ctx, runtime.OpenDialogOptions{
		Title: "Open a spreadsheet",
		Filters: []runtime.FileFilter{
			{DisplayName: "Spreadsheets", Pattern: "*.xlsx;*.xlsb;*.xls;*.ods;*.numbers;*.csv"},
		},
	})
	if err != nil || path == "" {
		return "", err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(data), nil
}

// Save shows a dialog for a name and writes the decoded bytes;
// it returns the path, or "".
func (a *App) Save(name string, text string) (string, error) {
	options := runtime.SaveDialogOptions{DefaultFilename: name}
	path, err := runtime.SaveFileDialog(a.ctx, options)
	if err != nil || path == "" {
		return "", err
	}
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return "", err
	}
	return path, os.WriteFile(path, data, 0o644)
}
